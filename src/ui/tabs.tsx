import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { mergeProps } from 'react-aria/mergeProps';
import { useButton } from 'react-aria/useButton';
import './tabs.css';

interface TabOption {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly id?: string | undefined;
  readonly label: string;
  readonly tabs: readonly TabOption[];
  readonly selected: string;
  /** Called when a tab is chosen. The tab changes only when `selected` does, so the parent can refuse. */
  readonly onSelect: (id: string) => void;
  readonly isDisabled?: boolean | undefined;
}

/**
 * Arrow keys move the focus between tabs; Enter or Space chooses one. A choice can clear answers, so moving the focus
 * alone must not choose.
 */
export function Tabs({ id: givenId, label, tabs, selected, onSelect, isDisabled = false }: TabsProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const list = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<string>();
  const inTabOrder = reached ?? selected;
  const shown = tabs.find((tab) => tab.id === selected);

  function move(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === inTabOrder);
    const next = tabs[nextIndex(event.key, index, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    setReached(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-tab-${next.id}`)}`)?.focus();
  }

  return (
    <div id={id} className="ui-tabs">
      <div ref={list} role="tablist" aria-label={label} className="ui-tab-list" tabIndex={-1}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={`${id}-tab-${tab.id}`}
            panelId={`${id}-panel`}
            isSelected={tab.id === selected}
            isInTabOrder={tab.id === inTabOrder}
            isDisabled={isDisabled}
            onKeyDown={move}
            onBlur={({ relatedTarget }) => {
              if (list.current?.contains(relatedTarget) !== true) setReached(undefined);
            }}
            onPress={() => {
              if (tab.id !== selected) onSelect(tab.id);
            }}
          >
            {tab.label}
          </Tab>
        ))}
      </div>
      <div
        key={selected}
        id={`${id}-panel`}
        role="tabpanel"
        className="ui-tab-panel"
        aria-labelledby={`${id}-tab-${selected}`}
      >
        {shown?.content}
      </div>
    </div>
  );
}

interface TabProps extends Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onBlur'> {
  readonly id: string;
  readonly panelId: string;
  readonly isSelected: boolean;
  readonly isInTabOrder: boolean;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

function Tab({ id, panelId, isSelected, isInTabOrder, isDisabled, onPress, children, ...keys }: TabProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const { buttonProps } = useButton({ id, isDisabled, onPress, 'aria-controls': panelId }, ref);
  return (
    <button
      {...mergeProps(buttonProps, keys)}
      ref={ref}
      type="button"
      role="tab"
      className="ui-tab"
      aria-selected={isSelected}
      tabIndex={isInTabOrder ? 0 : -1}
    >
      {children}
    </button>
  );
}

function nextIndex(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
