import './skeleton.css';

/** A placeholder in the shape and size of the loading content, so that nothing jumps. It is announced once. */
export function Skeleton({
  fields,
  label = 'Loading',
}: {
  readonly fields: number;
  readonly label?: string;
}) {
  return (
    <div className="ui-skeleton" role="status" aria-label={label}>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className="ui-skeleton-field">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
