import { Spinner } from './spinner.tsx';
import './full-screen-loading.css';

export function FullScreenLoading({ label = 'Loading' }: { readonly label?: string | undefined }) {
  return (
    <main className="ui-full-screen">
      <div role="status">
        <Spinner size="large" isDecorative />
        <h1 className="ui-hidden">{label}</h1>
      </div>
    </main>
  );
}
