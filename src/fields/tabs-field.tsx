import { useState } from 'react';
import { useAnswersFacade, useAnswerStore } from '#answers/answers-context.tsx';
import { useChosenTabs, useShowTab } from '#api/tabs.ts';
import { useDocument } from '#documents/use-document.ts';
import { EMPTY_ANSWER } from '#form/condition.ts';
import type { AnswerKey } from '#form/keys.ts';
import { questionsIn, type Tabs } from '#form/page.ts';
import { Modal } from '#ui/modal.tsx';
import { Tabs as TabGroup } from '#ui/tabs.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { useFormStanding } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';

interface TabsFieldProps {
  readonly tabs: Tabs;
  readonly renderElements: RenderElements;
}

/** Alternatives of which one is chosen; with a file among them, its conversion has a say. */
export function TabsField(props: TabsFieldProps) {
  const { file } = props.tabs;
  return file === undefined ? <TabChoice {...props} /> : <FileTabs {...props} file={file} />;
}

/** While the tied file converts the switch is blocked; afterwards the file goes before the switch does. */
function FileTabs({ file, ...props }: TabsFieldProps & { readonly file: AnswerKey }) {
  const { isLoggedIn } = useFormStanding();
  const { isUnderWay, attached, remove } = useDocument(file, isLoggedIn);
  const [isBlocked, setIsBlocked] = useState(false);

  async function mayLeave(): Promise<boolean> {
    if (isUnderWay) {
      setIsBlocked(true);
      return false;
    }
    if (attached !== undefined) await remove();
    return true;
  }

  return (
    <>
      <TabChoice {...props} mayLeave={mayLeave} />
      <Modal title="File Upload in Progress" size="small" isOpen={isBlocked} onOpenChange={setIsBlocked}>
        <p>Please wait until the file upload has completed.</p>
      </Modal>
    </>
  );
}

async function always(): Promise<boolean> {
  return true;
}

function TabChoice({
  tabs: { tabId, tabs, label },
  renderElements,
  mayLeave = always,
}: TabsFieldProps & { readonly mayLeave?: () => Promise<boolean> }) {
  const { isLoggedIn } = useFormStanding();
  const store = useAnswerStore();
  const { enqueue } = useAnswersFacade();
  const chosenTabs = useChosenTabs(isLoggedIn);
  const showTab = useShowTab();
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
