import type { ComponentType } from 'react';
import { isQuestion, type Element, type OneLine, type Repeater, type Tabs } from '#form/page.ts';
import { GroupField } from './group-field.tsx';
import { missing, QuestionField, type RareQuestionFields } from './registry.tsx';
import type { RenderElements } from './render-elements.ts';
import { TriggerField } from './trigger-field.tsx';

export interface RareFields extends RareQuestionFields {
  readonly OneLineField?: ComponentType<{ oneLine: OneLine; renderElements: RenderElements }>;
  readonly RepeaterField?: ComponentType<{ repeater: Repeater; renderElements: RenderElements }>;
  readonly TabsField?: ComponentType<{ tabs: Tabs; renderElements: RenderElements }>;
}

interface ElementListProps {
  readonly elements: readonly Element[];
  readonly rare?: RareFields | undefined;
}

/** Renders elements in reading order. */
export function ElementList({ elements, rare = {} }: ElementListProps) {
  const { OneLineField = missing, RepeaterField = missing, TabsField = missing } = rare;

  function fieldOf(element: Element) {
    if (isQuestion(element)) return <QuestionField key={element.key} question={element} rare={rare} />;
    switch (element.type) {
      case 'group':
        return <GroupField key={element.id} group={element} />;
      case 'trigger':
        return <TriggerField key={element.id} trigger={element} renderElements={renderElements} />;
      case 'one-line':
        return <OneLineField key={element.id} oneLine={element} renderElements={renderElements} />;
      case 'repeater':
        return <RepeaterField key={element.buttonId} repeater={element} renderElements={renderElements} />;
      case 'tabs':
        return <TabsField key={element.tabId} tabs={element} renderElements={renderElements} />;
      default:
        return element satisfies never;
    }
  }

  const renderElements: RenderElements = (below) => below.map(fieldOf);

  return renderElements(elements);
}
