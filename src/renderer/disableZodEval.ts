/**
 * The policy of the page lets no text become code. Zod finds that out by trying, which the browser reports as an
 * attempt to break the policy; told so, it does not try. Must be imported before any schema.
 */
import { config } from 'zod';

config({ jitless: true });
