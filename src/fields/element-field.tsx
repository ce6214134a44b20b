import type { ComponentType } from 'react';
import { isQuestion, type Element, type Repeater, type Tabs } from '#form/page.ts';
import { GroupField } from './group-field.tsx';
import { QuestionField } from './registry.tsx';
import type { RenderElements } from './render-elements.ts';
import { TriggerField } from './trigger-field.tsx';

/** The fields that only some pages have. A page brings its own, so that a first visit elsewhere does not load them. */
export interface RareFields {
  readonly RepeaterField?: ComponentType<{ repeater: Repeater; renderElements: RenderElements }>;
  readonly TabsField?: ComponentType<{ tabs: Tabs; renderElements: RenderElements }>;
}

interface ElementListProps {
  readonly elements: readonly Element[];
  readonly rare?: RareFields | undefined;
}

/** Renders elements in reading order. The build renders every page, and fails if one lacks a field. */
export function ElementList({ elements, rare = {} }: ElementListProps) {
  const { RepeaterField = missing, TabsField = missing } = rare;

  function fieldOf(element: Element) {
    if (isQuestion(element)) return <QuestionField key={element.key} question={element} />;
    switch (element.type) {
      case 'group':
        return <GroupField key={element.id} group={element} />;
      case 'trigger':
        return <TriggerField key={element.id} trigger={element} renderElements={renderElements} />;
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

function missing(): never {
  throw new Error('The page brings no field for one of its elements.');
}
