import { Spinner } from './spinner.tsx';
import './full-screen-loading.css';

export function FullScreenLoading() {
  return (
    <main className="ui-full-screen">
      <div role="status">
        <Spinner size="large" isDecorative />
        <h1 className="ui-hidden">Loading</h1>
      </div>
    </main>
  );
}
