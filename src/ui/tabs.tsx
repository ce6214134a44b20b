import { type ReactNode, useRef } from 'react';
import { useTab, useTabList, useTabPanel } from 'react-aria/useTabList';
import { Item } from 'react-stately/Item';
import { type TabListState, useTabListState } from 'react-stately/useTabListState';
import './tabs.css';

interface TabOption {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly TabOption[];
  readonly selected: string;
  /** Called when a tab is chosen. The tab changes only when `selected` does, so the parent can refuse. */
  readonly onSelect: (id: string) => void;
}

/**
 * Arrow keys move the focus between tabs; Enter or Space chooses one. A choice can clear answers, so moving the focus
 * alone must not choose.
 */
export function Tabs({ id, label, tabs, selected, onSelect }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const state = useTabListState({
    children: tabs.map((tab) => <Item key={tab.id}>{tab.label}</Item>),
    selectedKey: selected,
    onSelectionChange: (key) => onSelect(String(key)),
  });
  const { tabListProps } = useTabList({ 'aria-label': label, keyboardActivation: 'manual' }, state, list);
  const { tabPanelProps } = useTabPanel({}, state, panel);
  return (
    <div id={id} className="ui-tabs ui-stack">
      <div {...tabListProps} ref={list} className="ui-tab-list">
        {tabs.map((tab) => (
          <Tab key={tab.id} id={`${id}-tab-${tab.id}`} tab={tab} state={state} />
        ))}
      </div>
      <div
        {...tabPanelProps}
        key={selected}
        ref={panel}
        className="ui-tab-panel ui-stack"
        aria-labelledby={`${id}-tab-${selected}`}
      >
        {tabs.find((tab) => tab.id === selected)?.content}
      </div>
    </div>
  );
}

interface TabProps {
  readonly id: string;
  readonly tab: TabOption;
  readonly state: TabListState<object>;
}

function Tab({ id, tab, state }: TabProps) {
  const ref = useRef<HTMLButtonElement>(null);
  // On release: a press that slides off the tab chooses nothing.
  const { tabProps } = useTab({ key: tab.id, shouldSelectOnPressUp: true }, state, ref);
  return (
    <button {...tabProps} ref={ref} id={id} type="button" className="ui-tab">
      {tab.label}
    </button>
  );
}
