/** A worker that never comes back from a cell and never looks at the cancel flag. */
export default function stubborn(): never {
  for (;;);
}
