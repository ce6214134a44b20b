import { renderToString } from 'react-dom/server';
import { ConformForm } from './conform-form.tsx';

/** Conform's forms are meant to be rendered by a server. */
export const markup = renderToString(<ConformForm />);
