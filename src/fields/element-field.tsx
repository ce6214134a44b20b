import { isQuestion, type Element } from '#form/page.ts';
import { GroupField } from './group-field.tsx';
import { QuestionField } from './registry.tsx';
import { RepeaterField } from './repeater-field.tsx';
import { TabsField } from './tabs-field.tsx';
import { TriggerField } from './trigger-field.tsx';

/** Renders any element of a section: a question, or an element that holds questions. */
function ElementField({ element }: { readonly element: Element }) {
  if (isQuestion(element)) return <QuestionField question={element} />;
  switch (element.type) {
    case 'group':
      return <GroupField group={element} />;
    case 'trigger':
      return <TriggerField trigger={element} renderElements={renderElements} />;
    case 'repeater':
      return <RepeaterField repeater={element} renderElements={renderElements} />;
    case 'tabs':
      return <TabsField tabs={element} renderElements={renderElements} />;
    default:
      return element satisfies never;
  }
}

/** Renders elements in reading order. */
export function ElementList({ elements }: { readonly elements: readonly Element[] }) {
  return renderElements(elements);
}

function renderElements(elements: readonly Element[]) {
  return elements.map((element) => <ElementField key={elementKey(element)} element={element} />);
}

function elementKey(element: Element): string {
  if (isQuestion(element)) return element.key;
  switch (element.type) {
    case 'group':
    case 'trigger':
      return element.id;
    case 'repeater':
      return element.buttonId;
    case 'tabs':
      return element.tabId;
    default:
      return element satisfies never;
  }
}
