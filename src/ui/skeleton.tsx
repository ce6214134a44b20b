import './skeleton.css';

/** The shape of what is coming, in its size, so that nothing jumps; heard once as "Loading". */
export function Skeleton({
  fields = 3,
  label = 'Loading',
}: {
  readonly fields?: number;
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
