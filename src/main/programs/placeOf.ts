/** What the sizes of an array count, by how many it has. */
const AXES: readonly (readonly string[])[] = [[], ['image'], ['image', 'number'], ['image', 'row', 'column']];

/** Where an entry of numbers per image stands, counted from 1: "image 3 of 30, row 2 of 14, column 5 of 12". */
export function axisName(entry: number, shape: readonly number[], axes = AXES[shape.length]): string {
  let rest = entry;
  return shape
    .map((_, axis) => {
      const size = shape.slice(axis + 1).reduce((product, each) => product * each, 1);
      const at = Math.floor(rest / size);
      rest %= size;
      return `${axes[axis]} ${at + 1} of ${shape[axis]}`;
    })
    .join(', ');
}

/** Of scores, which every test image has for every training image. */
export const SCORE_AXES: readonly string[] = ['test image', 'training image'];
