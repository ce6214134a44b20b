import { useState } from 'react';
import { useAnswersFacade, useAnswerStore } from '#answers/answers-context.tsx';
import { useChosenTabs, useShowTab } from '#api/tabs.ts';
import { useDocument } from '#documents/use-document.ts';
import { questionsIn, type Tabs } from '#form/page.ts';
import { Modal } from '#ui/modal.tsx';
import { Tabs as TabGroup } from '#ui/tabs.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { useFormStanding } from './form-context.tsx';
import type { RenderElements } from './render-elements.ts';

/**
 * Alternatives of which one is chosen. Choosing clears what the others asked; while the tied file converts
 * the switch is blocked, afterwards the file goes before the switch does (specification §4, Tabs).
 */
export function TabsField({
  tabs: group,
  renderElements,
}: {
  readonly tabs: Tabs;
  readonly renderElements: RenderElements;
}) {
  const { tabId, tabs, file, label } = group;
  const store = useAnswerStore();
  const { enqueue } = useAnswersFacade();
  const { isLoggedIn } = useFormStanding();
  const chosenTabs = useChosenTabs(isLoggedIn);
  const showTab = useShowTab();
  const document = useDocument(file);
  const [isBlocked, setIsBlocked] = useState(false);
  const chosen = chosenTabs[tabId] ?? tabs[0].id;

  async function choose(next: string) {
    if (next === chosen) return;
    if (document.isConverting) {
      setIsBlocked(true);
      return;
    }
    try {
      if (document.isAttached) await document.remove();
      for (const tab of tabs) {
        if (tab.id === next) continue;
        for (const { key } of tab.elements.flatMap(questionsIn)) store.set(key, '');
      }
      showTab(tabId, next);
      if (isLoggedIn) enqueue({ kind: 'tabs', tab_id: tabId, chosen_tab: next });
    } catch {
      toasts.addError('Tab Error', `Error handling tabs for ${label}`);
    }
  }

  return (
    <>
      <TabGroup
        id={tabId}
        label={label}
        selected={chosen}
        onSelect={(next) => void choose(next)}
        tabs={tabs.map((tab) => ({ id: tab.id, label: tab.label, content: renderElements(tab.elements) }))}
      />
      <Modal title="File Upload in Progress" size="small" isOpen={isBlocked} onOpenChange={setIsBlocked}>
        <p>Please wait until the file upload has completed.</p>
      </Modal>
    </>
  );
}
