import { expect, test } from 'vitest';
import { type ChecklistState, checklistSummary } from './checklist.tsx';

const states: { states: ChecklistState[]; said: string }[] = [
  { states: ['inactive', 'inactive', 'inactive'], said: '' },
  { states: ['error', 'error', 'error'], said: '0 of 3 requirements met' },
  { states: ['success', 'error', 'success'], said: '2 of 3 requirements met. Not yet: rule 1' },
  { states: ['success', 'success', 'success'], said: 'All requirements met' },
];

test.each(states)('says "$said"', ({ states: list, said }) => {
  expect(checklistSummary(list.map((state, index) => ({ label: `rule ${index}`, state })))).toBe(said);
});
