import { useEffect, useRef, useState } from 'react';
import { useApplication } from '#application/hooks.ts';
import { sentenceFor } from '#api/errors.ts';
import { useServerState } from '#api/server-state.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { questionsIn, type Tab, type Tabs } from '#form/page.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Tabs as TabGroup } from '#ui/tabs.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { definePart, usePart } from '#ui/use-part.ts';
import { tabsFailed } from './tabs-failed.ts';
import type { TiedFile } from './file-tabs.tsx';
import { useFormState } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';
import { isAnyAnswered, useShownTab } from './use-derived.ts';

/** Only an account has a file among its tabs, so a first visit does not load this code. */
const fileTabs = definePart(() => import('./file-tabs.tsx'));

interface TabsFieldProps {
  readonly tabs: Tabs;
  readonly renderElements: RenderElements;
}

const noFile: TiedFile = { isThere: false, leave: async () => true };

/**
 * A tab that is shown because of its answer. It stays when the answer is cleared, while the known choice is still
 * `over`.
 */
interface HeldTab {
  readonly id: string;
  readonly over: string | undefined;
}

/** Alternatives of which the applicant chooses one. If one of them is a file, its conversion can block leaving it. */
export function TabsField({ tabs: group, renderElements }: TabsFieldProps) {
  const { tabId, tabs, label, file } = group;
  const { isLoggedIn, own } = useFormState();
  const hasFile = file !== undefined && isLoggedIn;
  const FileTabs = usePart(fileTabs, hasFile, true)?.FileTabs;
  const tied = useRef<TiedFile>(null);
  const tiedFile = () => tied.current ?? noFile;
  const waiting = useRef<string>(undefined);
  const application = useApplication();
  const { chosenTabs, showTab } = useServerState();
  const known = chosenTabs[tabId];
  const [held, setHeld] = useState<HeldTab>();
  const chosen = held !== undefined && held.over === known ? held.id : known;
  const shown = useShownTab(group, chosen);
  const isShownForAnswer = shown !== (chosen ?? tabs[0].id);
  const [asked, setAsked] = useState<string>();

  // The account receives only its applicant's own choices. A visitor's tab is remembered and moves to the account.
  useEffect(() => {
    if (!isShownForAnswer) return;
    if (isLoggedIn) setHeld({ id: shown, over: known });
    else showTab(tabId, shown);
  }, [isShownForAnswer, isLoggedIn, shown, known, showTab, tabId]);

  const left = (next: string) => tabs.filter(({ id }) => id !== next).flatMap(questionsOf);
  const leavesFile = (next: string) => left(next).some(({ key }) => key === file);

  function choose(next: string) {
    // Until the file's state is known, we cannot tell what leaving its tab deletes.
    waiting.current = hasFile && tied.current === null ? next : undefined;
    if (waiting.current !== undefined || next === shown) return;
    const isFileLost = leavesFile(next) && tiedFile().isThere;
    if (isFileLost || isAnyAnswered(left(next), application.getAll())) setAsked(next);
    else void goTo(next);
  }

  function chooseWaiting() {
    if (waiting.current !== undefined) choose(waiting.current);
  }

  async function goTo(next: string) {
    setAsked(undefined);
    try {
      if (leavesFile(next) && !(await tiedFile().leave())) return;
      for (const { key } of left(next)) application.set(key, EMPTY_ANSWER);
      setHeld(undefined);
      showTab(tabId, next);
      application.dispatch({
        type: 'called',
        operation: { kind: 'tabs', tab_id: tabId, chosen_tab: next },
      });
    } catch (error) {
      toasts.addError(...tabsFailed({ tab_id: tabId, chosen_tab: next }, sentenceFor(error)));
    }
  }

  // `FileTabs` is beside the tabs, not around them, so that they keep the focus and the text when it loads.
  return (
    <>
      {own !== undefined && isLoggedIn && <own.TabsFailure focusId={`${tabId}-tab-${shown}`} />}
      {hasFile && FileTabs !== undefined && (
        <FileTabs
          group={group}
          file={file}
          tiedRef={tied}
          onKnown={chooseWaiting}
          onKeep={(id) => void goTo(id)}
        />
      )}
      <TabGroup
        id={tabId}
        label={label}
        selected={shown}
        onSelect={choose}
        tabs={tabs.map((tab) => ({ id: tab.id, label: tab.label, content: renderElements(tab.elements) }))}
      />
      <ConfirmDialog
        title="Only one of these is kept"
        isOpen={asked !== undefined}
        confirmLabel="Switch and delete"
        cancelLabel="Keep it"
        onCancel={() => setAsked(undefined)}
        onConfirm={() => void goTo(asked ?? shown)}
      >
        Switching deletes what you gave under “{tabs.find(({ id }) => id === shown)?.label}”.
      </ConfirmDialog>
    </>
  );
}

function questionsOf({ elements }: Tab) {
  return elements.flatMap(questionsIn);
}
