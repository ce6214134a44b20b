import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import './tabs.css';

export interface TabOption {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly id?: string | undefined;
  readonly label: string;
  readonly tabs: readonly TabOption[];
  readonly selected: string;
  /** Asked for; the tab changes when `selected` does, so that it can be refused. */
  readonly onSelect: (id: string) => void;
  readonly isDisabled?: boolean | undefined;
}

/** Arrow keys move between tabs, Enter chooses: a tab that clears answers is not chosen by passing over it. */
export function Tabs({ id, label, tabs, selected, onSelect, isDisabled = false }: TabsProps) {
  return (
    <AriaTabs
      {...(id === undefined ? {} : { id })}
      className="ui-tabs"
      keyboardActivation="manual"
      selectedKey={selected}
      onSelectionChange={(key) => {
        if (key !== selected) onSelect(String(key));
      }}
      isDisabled={isDisabled}
    >
      <TabList aria-label={label} className="ui-tab-list">
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="ui-tab">
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="ui-tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
