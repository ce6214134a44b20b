import { Spinner } from './spinner.tsx';
import './full-screen-loading.css';

export function FullScreenLoading({ label = 'Loading' }: { readonly label?: string | undefined }) {
  return (
    <div className="ui-full-screen">
      <Spinner size="large" label={label} />
    </div>
  );
}
