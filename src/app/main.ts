// One after the other, each evaluated in a task of its own: on a slow phone one can scroll and type in between.
import 'react-dom/client';

await import('./start.tsx');
