import { Spinner } from '#ui/spinner.tsx';
import './full-screen-loading.css';

export function FullScreenLoading() {
  return (
    <main className="full-screen">
      <div role="status">
        <Spinner size="large" />
        <h1 className="ui-hidden">Loading</h1>
      </div>
    </main>
  );
}
