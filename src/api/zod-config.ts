import { config } from 'zod/mini';

// The page forbids eval, which zod would otherwise try for speed.
config({ jitless: true });
