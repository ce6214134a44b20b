import { useAnswersFacade, useAnswerStore } from '#answers/answers-context.tsx';
import { useServerState } from '#api/server-state.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import { questionsIn, type Tabs } from '#form/page.ts';
import { Tabs as TabGroup } from '#ui/tabs.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { definePart, usePart } from '#ui/use-part.ts';
import { useFormStanding } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';

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
  tabs: { tabId, tabs, label },
  renderElements,
  mayLeave,
}: TabsFieldProps & { readonly mayLeave: () => Promise<boolean> }) {
  const store = useAnswerStore();
  const { enqueue } = useAnswersFacade();
  const { chosenTabs, showTab } = useServerState();
  const chosen = chosenTabs[tabId] ?? tabs[0].id;

  async function choose(next: string) {
    if (next === chosen) return;
    try {
      if (!(await mayLeave())) return;
      for (const tab of tabs) {
        if (tab.id === next) continue;
        for (const { key } of tab.elements.flatMap(questionsIn)) store.set(key, EMPTY_ANSWER);
      }
      showTab(tabId, next);
      enqueue({ kind: 'tabs', tab_id: tabId, chosen_tab: next });
    } catch {
      toasts.addError('Tab Error', `Error handling tabs for ${label}`);
    }
  }

  return (
    <TabGroup
      id={tabId}
      label={label}
      selected={chosen}
      onSelect={(next) => void choose(next)}
      tabs={tabs.map((tab) => ({ id: tab.id, label: tab.label, content: renderElements(tab.elements) }))}
    />
  );
}
