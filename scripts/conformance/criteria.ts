/** A test that shows a criterion: its file, and a part of its title. */
type Shown = readonly [file: string, title: string];

/** A success criterion of WCAG 2.2, and what shows that the product meets it, beside the rules of axe. */
export interface Criterion {
  readonly number: string;
  readonly name: string;
  readonly level: 'A' | 'AA';
  /** The terms of VPAT 2.5. */
  readonly verdict: 'Supports' | 'Partially Supports' | 'Does Not Support' | 'Not Applicable';
  readonly remark: string;
  readonly tests?: readonly Shown[];
  /** What was done by hand. `BY_HAND_ON` says when. */
  readonly byHand?: string;
}

/** The day of the checks by hand. Change it when you repeat them. */
export const BY_HAND_ON = '2026-11-25';

const keyboard = 'e2e/access/keyboard.spec.ts';
const screenReader = 'e2e/access/screen-reader.spec.ts';
const largeText = 'e2e/access/large-text.spec.ts';
const overFoot = 'e2e/access/over-foot.spec.ts';
const states = 'e2e/access/states.spec.ts';
const authCards = 'e2e/journeys/auth-cards.spec.ts';
const overlays = 'e2e/widgets/overlays.spec.ts';

const everyState: Shown = [states, 'nothing to complain of'];
const wholeRoad: Shown = [keyboard, 'without a mouse'];
const spoken: Shown = [screenReader, 'finds landmarks, headings and fields'];

const noMedia = {
  level: 'A',
  verdict: 'Not Applicable',
  remark: 'The product has no audio and no video.',
  byHand: 'searched the sources for audio and video elements: none',
} as const;

export const criteria: readonly Criterion[] = [
  {
    number: '1.1.1',
    name: 'Non-text Content',
    level: 'A',
    verdict: 'Supports',
    remark: 'Icons stand beside words and are hidden from screen readers. A photo preview has a description.',
    tests: [everyState, spoken],
  },
  { ...noMedia, number: '1.2.1', name: 'Audio-only and Video-only (Prerecorded)' },
  { ...noMedia, number: '1.2.2', name: 'Captions (Prerecorded)' },
  { ...noMedia, number: '1.2.3', name: 'Audio Description or Media Alternative (Prerecorded)' },
  { ...noMedia, number: '1.2.4', name: 'Captions (Live)', level: 'AA' },
  { ...noMedia, number: '1.2.5', name: 'Audio Description (Prerecorded)', level: 'AA' },
  {
    number: '1.3.1',
    name: 'Info and Relationships',
    level: 'A',
    verdict: 'Supports',
    remark:
      'Landmarks, headings, fieldsets and labels carry the structure. Messages are tied to their fields.',
    tests: [spoken, ['e2e/widgets/choices.spec.ts', 'the error of a radio group is tied to the group']],
  },
  {
    number: '1.3.2',
    name: 'Meaningful Sequence',
    level: 'A',
    verdict: 'Supports',
    remark: 'The order in the document is the order on the screen. The list of sections follows the form.',
    tests: [[authCards, 'Submit is right after the fields']],
    byHand: 'read the accessibility tree of each page and card from top to bottom',
  },
  {
    number: '1.3.3',
    name: 'Sensory Characteristics',
    level: 'A',
    verdict: 'Supports',
    remark: 'Instructions name a field or a button by its label.',
    byHand: 'searched all texts for left, right, above, below, colors and shapes: none stands alone',
  },
  {
    number: '1.3.4',
    name: 'Orientation',
    level: 'AA',
    verdict: 'Supports',
    remark: 'No page and no manifest entry asks for an orientation.',
    tests: [['e2e/journeys/what-is-missing.spec.ts', 'on a phone held sideways']],
  },
  {
    number: '1.3.5',
    name: 'Identify Input Purpose',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Fields about the applicant have the autocomplete token of their purpose.',
    tests: [
      ['e2e/widgets/text.spec.ts', 'a text takes autofill'],
      [authCards, 'what password managers look for'],
    ],
  },
  {
    number: '1.4.1',
    name: 'Use of Color',
    level: 'A',
    verdict: 'Supports',
    remark: 'Errors and states have words and an icon. Links in text are underlined.',
    tests: [
      ['e2e/access/shell.spec.ts', 'in forced colors the current page has a line'],
      ['e2e/widgets/parts.spec.ts', 'with a mark'],
    ],
  },
  { ...noMedia, number: '1.4.2', name: 'Audio Control' },
  {
    number: '1.4.3',
    name: 'Contrast (Minimum)',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Text has 4.5 to 1 and answers 7 to 1, in light and dark, for each university.',
    tests: [['scripts/contrast.test.ts', 'has at least']],
  },
  {
    number: '1.4.4',
    name: 'Resize Text',
    level: 'AA',
    verdict: 'Supports',
    remark: 'With text of 200 % nothing is cut off, and words stay whole.',
    tests: [[largeText, 'all stays within the window']],
  },
  {
    number: '1.4.5',
    name: 'Images of Text',
    level: 'AA',
    verdict: 'Supports',
    remark: 'The product shows no picture of text.',
    byHand: 'looked at every image element: only the photos that an applicant chooses',
  },
  {
    number: '1.4.10',
    name: 'Reflow',
    level: 'AA',
    verdict: 'Supports',
    remark: 'At 320 px nothing is wider than the window.',
    tests: [everyState],
  },
  {
    number: '1.4.11',
    name: 'Non-text Contrast',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Borders of fields, icons and focus rings have 3 to 1.',
    tests: [
      ['scripts/contrast.test.ts', 'has at least'],
      [keyboard, 'which has the color of other rings'],
    ],
  },
  {
    number: '1.4.12',
    name: 'Text Spacing',
    level: 'AA',
    verdict: 'Supports',
    remark: 'With the spacing that the criterion names, nothing is cut off at 320 and 1280 px.',
    tests: [everyState],
  },
  {
    number: '1.4.13',
    name: 'Content on Hover or Focus',
    level: 'AA',
    verdict: 'Supports',
    remark:
      'Only the account menu opens under a mouse. It stays while the mouse is on it, and Escape closes it.',
    tests: [[overlays, 'the account popover opens under a resting mouse']],
  },
  {
    number: '2.1.1',
    name: 'Keyboard',
    level: 'A',
    verdict: 'Supports',
    remark:
      'A whole application is filled in and submitted with the keyboard alone. Files are chosen with it, too.',
    tests: [wholeRoad, ['e2e/widgets/parts.spec.ts', 'a file is chosen by keyboard']],
  },
  {
    number: '2.1.2',
    name: 'No Keyboard Trap',
    level: 'A',
    verdict: 'Supports',
    remark: 'A dialog keeps the focus, Escape closes it, and the focus returns.',
    tests: [[keyboard, 'a dialog keeps the focus, closes with Escape']],
  },
  {
    number: '2.1.4',
    name: 'Character Key Shortcuts',
    level: 'A',
    verdict: 'Not Applicable',
    remark: 'The only shortcut is F8, which is no character key.',
    tests: [[overlays, 'F8 brings the focus']],
    byHand: 'read every listener for keys in the sources',
  },
  {
    number: '2.2.1',
    name: 'Timing Adjustable',
    level: 'A',
    verdict: 'Supports',
    remark:
      'One minute before an idle session ends, a dialog offers to continue, as often as needed. No answer is lost.',
    tests: [['e2e/journeys/session.spec.ts', 'warns after 14 idle minutes']],
  },
  {
    number: '2.2.2',
    name: 'Pause, Stop, Hide',
    level: 'A',
    verdict: 'Supports',
    remark: 'Only signs of loading move by themselves, and they end with the loading.',
    byHand: 'read every animation in the style sheets',
  },
  {
    number: '2.3.1',
    name: 'Three Flashes or Below Threshold',
    level: 'A',
    verdict: 'Supports',
    remark: 'Nothing flashes. The fastest repeating animation is a spinner that turns in 0.8 s.',
    byHand: 'read every animation in the style sheets',
  },
  {
    number: '2.4.1',
    name: 'Bypass Blocks',
    level: 'A',
    verdict: 'Supports',
    remark: 'Landmarks and headings lead to every part, and a link at the top skips to the content.',
    tests: [spoken, wholeRoad],
  },
  {
    number: '2.4.2',
    name: 'Page Titled',
    level: 'A',
    verdict: 'Supports',
    remark: 'Each state is checked for its own title.',
    tests: [everyState],
  },
  {
    number: '2.4.3',
    name: 'Focus Order',
    level: 'A',
    verdict: 'Supports',
    remark: 'Tab follows the reading order, and the focus returns to where a dialog was opened.',
    tests: [wholeRoad, [overlays, 'gives the focus back']],
  },
  {
    number: '2.4.4',
    name: 'Link Purpose (In Context)',
    level: 'A',
    verdict: 'Supports',
    remark: 'Each link of the error summary says what is missing and where.',
    tests: [
      ['e2e/journeys/what-is-missing.spec.ts', 'what is missing is listed by page'],
      ['e2e/journeys/submitting-with-files.spec.ts', 'each link says whose it is'],
    ],
  },
  {
    number: '2.4.5',
    name: 'Multiple Ways',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Navigation, Continue, a list of sections and the error summary lead to a question.',
    tests: [['e2e/journeys/progress.spec.ts', 'leads to every section']],
  },
  {
    number: '2.4.6',
    name: 'Headings and Labels',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Every question has a label, and every section a heading.',
    tests: [spoken, ['e2e/journeys/labels.spec.ts', 'nothing is called optional that cannot be left out']],
  },
  {
    number: '2.4.7',
    name: 'Focus Visible',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Tab walks through every state, and each stop must be seen.',
    tests: [everyState, [keyboard, 'the ring around a focused field is whole']],
  },
  {
    number: '2.4.11',
    name: 'Focus Not Obscured (Minimum)',
    level: 'AA',
    verdict: 'Supports',
    remark: 'The page scrolls clear of toasts, offers and what sticks to an edge.',
    tests: [
      [overFoot, 'hide no focus'],
      [keyboard, 'nothing covers the focus'],
    ],
  },
  {
    number: '2.5.1',
    name: 'Pointer Gestures',
    level: 'A',
    verdict: 'Supports',
    remark: 'A toast can be swiped away, and has a Close button, too. Nothing else takes a gesture.',
    tests: [[overlays, 'Close takes one away']],
  },
  {
    number: '2.5.2',
    name: 'Pointer Cancellation',
    level: 'A',
    verdict: 'Supports',
    remark: 'Controls act when the pointer is released on them. A swipe that stops early undoes itself.',
    tests: [[overlays, 'it comes back']],
  },
  {
    number: '2.5.3',
    name: 'Label in Name',
    level: 'A',
    verdict: 'Supports',
    remark: 'Names begin with the visible words.',
    tests: [everyState],
  },
  {
    number: '2.5.4',
    name: 'Motion Actuation',
    level: 'A',
    verdict: 'Not Applicable',
    remark: 'Nothing reacts to the motion of a device.',
    byHand: 'searched the sources for motion events: none',
  },
  {
    number: '2.5.7',
    name: 'Dragging Movements',
    level: 'AA',
    verdict: 'Supports',
    remark: 'A file can be dropped or chosen with a button. Photos change places by buttons.',
    tests: [['e2e/widgets/parts.spec.ts', 'a file is chosen by the button']],
  },
  {
    number: '2.5.8',
    name: 'Target Size (Minimum)',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Targets have at least 24 px, the main ones 44 px.',
    tests: [everyState, ['e2e/widgets/access.spec.ts', 'is 44 px high']],
  },
  {
    number: '3.1.1',
    name: 'Language of Page',
    level: 'A',
    verdict: 'Supports',
    remark: 'Every page is in English, and says so.',
    tests: [everyState],
  },
  {
    number: '3.1.2',
    name: 'Language of Parts',
    level: 'AA',
    verdict: 'Supports',
    remark: 'The product has no text in another language. Applicants type names in any.',
    byHand: 'read the texts of the form, the university and the mails',
  },
  {
    number: '3.2.1',
    name: 'On Focus',
    level: 'A',
    verdict: 'Supports',
    remark: 'Focus alone sends, opens and moves nothing.',
    tests: [wholeRoad, ['e2e/widgets/choices.spec.ts', 'is not exchanged while it has the focus']],
  },
  {
    number: '3.2.2',
    name: 'On Input',
    level: 'A',
    verdict: 'Supports',
    remark: 'An answer may show more questions below it. Pages change only by a button or a link.',
    tests: [['e2e/journeys/navigation.spec.ts', 'Enter in a field sends nothing']],
  },
  {
    number: '3.2.3',
    name: 'Consistent Navigation',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Header, navigation and footer are the same component on every page.',
    byHand: 'compared the accessibility trees of the three pages',
  },
  {
    number: '3.2.4',
    name: 'Consistent Identification',
    level: 'AA',
    verdict: 'Supports',
    remark: 'A widget and its words are declared once and used everywhere.',
    byHand: 'compared the accessibility trees of the three pages',
  },
  {
    number: '3.2.6',
    name: 'Consistent Help',
    level: 'A',
    verdict: 'Supports',
    remark: 'Help is the same button in the same place on every page and card.',
    byHand: 'compared the accessibility trees of the three pages and the cards',
  },
  {
    number: '3.3.1',
    name: 'Error Identification',
    level: 'A',
    verdict: 'Supports',
    remark: 'A summary lists each error, and each field repeats its own.',
    tests: [
      [screenReader, 'each error at its field'],
      ['e2e/journeys/what-is-missing.spec.ts', 'what is missing is listed by page'],
    ],
  },
  {
    number: '3.3.2',
    name: 'Labels or Instructions',
    level: 'A',
    verdict: 'Supports',
    remark: 'Labels are visible. What can be left out is marked as optional.',
    tests: [['e2e/journeys/labels.spec.ts', 'nothing is called optional that cannot be left out']],
  },
  {
    number: '3.3.3',
    name: 'Error Suggestion',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Messages say what is expected, with the form in which it is expected.',
    tests: [
      ['src/form/messages.test.ts', 'every message is a sentence that ends'],
      [authCards, 'the password rule by rule'],
    ],
  },
  {
    number: '3.3.4',
    name: 'Error Prevention (Legal, Financial, Data)',
    level: 'AA',
    verdict: 'Supports',
    remark: 'All answers are checked before a submission, and can be read as a PDF. Deleting asks first.',
    tests: [['e2e/journeys/clearing.spec.ts', 'nothing that was entered is deleted by one press']],
  },
  {
    number: '3.3.7',
    name: 'Redundant Entry',
    level: 'A',
    verdict: 'Supports',
    remark: 'The address goes from card to card, and answers go into the account. Nothing is asked twice.',
    tests: [[authCards, 'an e-mail address goes along from card to card']],
  },
  {
    number: '3.3.8',
    name: 'Accessible Authentication (Minimum)',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Password managers work, and passwords and codes can be pasted. There is no puzzle.',
    tests: [
      [authCards, 'what password managers look for'],
      [authCards, 'taken as it is pasted'],
    ],
  },
  {
    number: '4.1.2',
    name: 'Name, Role, Value',
    level: 'A',
    verdict: 'Supports',
    remark:
      'Controls stand on react-aria. While a list of suggestions is open, the page around it is hidden from screen readers. Leaving the box closes the list.',
    tests: [spoken, ['e2e/access/library.spec.ts', 'every control stands on the widget library']],
  },
  {
    number: '4.1.3',
    name: 'Status Messages',
    level: 'AA',
    verdict: 'Supports',
    remark: 'Saves, uploads, errors and their end are announced without moving the focus.',
    tests: [
      [screenReader, 'hears that answers are kept'],
      [screenReader, 'hears once that answers wait'],
    ],
  },
];
