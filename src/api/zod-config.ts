import { config } from 'zod/mini';

// The page forbids eval, which zod would otherwise use for speed.
config({ jitless: true });
