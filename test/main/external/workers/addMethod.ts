/** A process that registers the method in the folder that it is given. */
import { addMethod } from '../../../../src/main/external/addMethod.ts';

addMethod(process.argv[2]);
