// One after another, each evaluated in a task of its own: on a slow phone one can scroll and type in between.
import 'react-dom/client';

await import('#form/form.ts');
await import('./start.tsx');
