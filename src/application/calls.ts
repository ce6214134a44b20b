// The calls besides the answers.
import { postedWebStatuses } from '#contract/web-status-values.ts';
import { formRoutes } from '#form/routes.ts';
import { isJust, isListOf, isNumber, isRecordOf, isShaped, isText, keysOf, type Guard } from './guards.ts';
import type { Operation } from './model.ts';

/** The kinds of calls: what their records must be, and what distinguishes two of a kind. */
const calls: {
  readonly [Kind in Operation['kind']]: {
    readonly is: Guard<Omit<Operation<Kind>, 'kind'>>;
    readonly about?: (call: Operation<Kind>) => string;
  };
} = {
  'web-status': {
    is: isShaped({ web_status: isJust(...postedWebStatuses) }),
    about: (call) => call.web_status,
  },
  'last-page': { is: isShaped({ last_page: isJust(...formRoutes) }) },
  tabs: { is: isShaped({ tab_id: isText, chosen_tab: isText }), about: (call) => call.tab_id },
  'add-another': {
    is: isShaped({ button_id: isText, num_components: isNumber }),
    about: (call) => call.button_id,
  },
  validations: { is: isShaped({ messages: isRecordOf(isListOf(isText)) }) },
};

const isKind = isJust(...keysOf(calls));
export const isOperation: Guard<Operation> = (value): value is Operation =>
  isShaped<Pick<Operation, 'kind'>>({ kind: isKind })(value) && calls[value.kind].is(value);

/** The place of a call: a newer call replaces an unsent one of the same place. */
export function placeOf<Kind extends Operation['kind']>(call: Operation<Kind>): string {
  const { about } = calls[call.kind];
  return about === undefined ? call.kind : `${call.kind}:${about(call)}`;
}

/** Whether the applicant chose this. The other calls note where the applicant is; the next one replaces them. */
export function isChoice({ kind }: Operation): boolean {
  return kind === 'tabs' || kind === 'add-another';
}
