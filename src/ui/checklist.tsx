import { CheckCircleIcon, CircleIcon, CloseIcon } from './icons.tsx';
import { useSayLater } from './use-say.ts';
import './checklist.css';

export type ChecklistState = 'inactive' | 'error' | 'success';

interface ChecklistRow {
  readonly label: string;
  readonly state: ChecklistState;
}

const marks = { inactive: <CircleIcon />, error: <CloseIcon />, success: <CheckCircleIcon /> } as const;
const stateWords = { inactive: '', error: 'Not yet: ', success: 'Done: ' } as const;

/** A list of requirements, each marked once it is met. It announces the number done once typing pauses. */
export function Checklist({
  id,
  label,
  rows,
}: {
  /** The field names this id in `aria-describedby`. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly ChecklistRow[];
}) {
  useSayLater(checklistSummary(rows));
  return (
    <div id={id} className="ui-checklist ui-stack">
      <p id={`${id}-label`}>{label}</p>
      <ul className="ui-stack" aria-labelledby={`${id}-label`}>
        {rows.map((row) => (
          <li key={row.label} data-state={row.state}>
            {marks[row.state]}
            <span>
              <span className="ui-hidden">{stateWords[row.state]}</span>
              {row.label}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The text announced when a row changes; '' while nothing has been typed. */
export function checklistSummary(rows: readonly ChecklistRow[]): string {
  const done = rows.filter(({ state }) => state === 'success').length;
  if (rows.every(({ state }) => state === 'inactive')) return '';
  if (done === rows.length) return 'All requirements met';
  const open = rows.filter(({ state }) => state === 'error');
  const last = open.length === 1 ? `. Not yet: ${open[0]?.label ?? ''}` : '';
  return `${done} of ${rows.length} requirements met${last}`;
}
