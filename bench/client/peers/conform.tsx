import { hydrateRoot } from 'react-dom/client';
import { ConformForm } from './conform-form.tsx';

const root = document.getElementById('root');
if (root) hydrateRoot(root, <ConformForm />);
