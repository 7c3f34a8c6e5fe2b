/**
 * The page's content security policy forbids eval. Zod would detect that by trying, which the browser reports as a
 * violation; this setting prevents the attempt. Must be imported before any schema.
 */
import { config } from 'zod';

config({ jitless: true });
