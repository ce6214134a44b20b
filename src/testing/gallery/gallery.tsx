import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '#ui/tokens.css';
import '#ui/base.css';
import { FieldsGallery } from './fields.tsx';
import { PartsGallery } from './parts.tsx';
import { ToastRegion } from '#ui/toast.tsx';
import './gallery.css';

/** All widgets in all states on one page, for the widget tests and for developers. */
function Gallery() {
  return (
    <main className="gallery">
      <header>
        <h1>Widgets</h1>
        <p>Every widget in its states. Try them by touch, keyboard and screen reader, light and dark.</p>
      </header>
      <FieldsGallery />
      <PartsGallery />
      <ToastRegion />
    </main>
  );
}

const page = (
  <StrictMode>
    <Gallery />
  </StrictMode>
);

/**
 * With `?hydrate`, shows the server-rendered page. A `hydrate` event then hydrates it, as the script would once loaded.
 */
async function show(root: Element) {
  if (location.search !== '?hydrate') {
    createRoot(root).render(page);
    return;
  }
  const { renderToString } = await import('react-dom/server');
  root.innerHTML = renderToString(page);
  addEventListener('hydrate', () => hydrateRoot(root, page), { once: true });
}

const root = document.querySelector('#root');
if (root !== null) void show(root);
