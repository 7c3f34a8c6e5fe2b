import { expect, it } from 'vitest';
import { itself } from '../../../src/main/cli/callName.ts';

it('names the command as the user called it', () => {
  expect(itself({ npm_package_name: 'eigenbench', npm_lifecycle_event: 'demo' })).toBe('npm run -s eigenbench --');
  expect(itself({ npm_package_name: 'of-the-user' })).toBe('eigenbench');
  expect(itself({})).toBe('eigenbench');
});
