/** A process that registers the method in the folder that it is given. */
import { addMethod } from '../../../../src/main/programs/addMethod.ts';

addMethod(process.argv[2]);
