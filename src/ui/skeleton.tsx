import './skeleton.css';

/** A placeholder in the shape and size of the loading field, so that nothing jumps. It is announced once. */
export function Skeleton({ label }: { readonly label: string }) {
  return (
    <div className="ui-skeleton ui-stack" role="status" aria-label={label}>
      <span />
      <span />
    </div>
  );
}
