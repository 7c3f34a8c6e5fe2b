/** Images of stacked pixels whose shape nothing says. */
import { shapeCandidates, type ShapeCandidate } from '../../../core/images/shapeCandidates.ts';
import { ImportError } from '../types.ts';

/** Candidates named in the message. */
const NAMED = 6;

/** The shape must be stated; with what the choice needs: candidates and some images as vectors. */
export class ShapeUnknown extends ImportError {
  override readonly name: string = 'ShapeUnknown';
  readonly candidates: readonly ShapeCandidate[];
  /** Evenly spaced over the file. */
  readonly images: readonly Float64Array[];
  readonly stacked: 'rows' | 'columns';

  constructor(file: string, pixels: number, images: readonly Float64Array[], stacked: 'rows' | 'columns') {
    const candidates = shapeCandidates(images, pixels, stacked);
    const listed = candidates.slice(0, NAMED).map(({ rows, cols }) => `${rows}x${cols}`);
    const more = candidates.length > NAMED ? ' …' : '';
    super(
      `${file}: images of ${pixels} pixels are not square and of no known size. State rows x columns with --image-size ROWSxCOLS` +
        (listed.length === 0
          ? `; ${pixels} is prime, so only ${pixels}x1, a vector, is possible.`
          : `; possible, the smoothest pictures first: ${listed.join(', ')}${more}. --shapes FILE.png draws them.`),
    );
    this.candidates = candidates;
    this.images = images;
    this.stacked = stacked;
  }
}
