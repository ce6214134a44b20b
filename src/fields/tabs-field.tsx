import { useEffect, useState } from 'react';
import { useAnswersFacade, useAnswerStore } from '#answers/answers-context.tsx';
import { useServerState } from '#api/server-state.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { questionsIn, type Tabs } from '#form/page.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Tabs as TabGroup } from '#ui/tabs.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { definePart, usePart } from '#ui/use-part.ts';
import { useFormStanding } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';
import { isAnyAnswered, useShownTab } from './use-derived.ts';

/** Only an account has a file among its tabs. */
const fileTabs = definePart(
  () => import('./file-tabs.tsx'),
  ({ FileTabs }) => FileTabs,
);

interface TabsFieldProps {
  readonly tabs: Tabs;
  readonly renderElements: RenderElements;
}

/** Alternatives of which one is chosen; with a file among them, its conversion has a say. */
export function TabsField(props: TabsFieldProps) {
  const { file } = props.tabs;
  const { isLoggedIn } = useFormStanding();
  const hasFile = file !== undefined && isLoggedIn;
  const FileTabs = usePart(fileTabs, hasFile);
  if (!hasFile) return <TabChoice {...props} mayLeave={always} />;
  if (FileTabs === null) return <TabChoice {...props} mayLeave={never} />;
  return <FileTabs file={file}>{(mayLeave) => <TabChoice {...props} mayLeave={mayLeave} />}</FileTabs>;
}

async function always(): Promise<boolean> {
  return true;
}

/** What is known of the file has not come yet. */
async function never(): Promise<boolean> {
  return false;
}

function TabChoice({
  tabs: group,
  renderElements,
  mayLeave,
}: TabsFieldProps & { readonly mayLeave: () => Promise<boolean> }) {
  const { tabId, tabs, label } = group;
  const store = useAnswerStore();
  const { enqueue } = useAnswersFacade();
  const { chosenTabs, showTab } = useServerState();
  const known = chosenTabs[tabId];
  const shown = useShownTab(group, known);
  const [asked, setAsked] = useState<string>();

  function show(id: string) {
    showTab(tabId, id);
    enqueue({ kind: 'tabs', tab_id: tabId, chosen_tab: id });
  }

  // Shown for its answer, it stays when that is cleared.
  useEffect(() => {
    if (shown !== (known ?? tabs[0].id)) show(shown);
  });

  function choose(next: string) {
    const others = tabs.filter(({ id }) => id !== next).flatMap(({ elements }) => elements);
    if (isAnyAnswered(others, store.getAll())) setAsked(next);
    else void goTo(next);
  }

  async function goTo(next: string) {
    setAsked(undefined);
    try {
      if (!(await mayLeave())) return;
      for (const tab of tabs) {
        if (tab.id === next) continue;
        for (const { key } of tab.elements.flatMap(questionsIn)) store.set(key, EMPTY_ANSWER);
      }
      show(next);
    } catch {
      toasts.addError('Tab Error', `Error handling tabs for ${label}`);
    }
  }

  return (
    <>
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
        isDanger
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
