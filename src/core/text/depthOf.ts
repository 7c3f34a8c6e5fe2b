import { stringEnd } from './stringEnd.ts';

/**
 * How deep lists and objects of a JSON text lie in each other; 0: neither. Of what is no JSON, a number all the same:
 * parsers and those who walk their results go as deep, and end where the stack does.
 */
export function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        i = stringEnd(text, i) - 1;
        break;
      case '[':
      case '{':
        most = Math.max(most, ++depth);
        break;
      case ']':
      case '}':
        depth--;
    }
  }
  return most;
}
