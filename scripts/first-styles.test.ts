import { expect, test } from 'vitest';
import { FORCED_COLORS, splitStyles } from './first-styles.ts';

const PAGE =
  '<body class="page wide"><button class="button" data-tone="calm" disabled>Go</button><p id="note"></p></body>';

test.each([
  ['a class of the page', '.button{color:red}'],
  ['a type, whatever stands in the page', 'table{color:red}'],
  ['two classes in one', '.page.wide{color:red}'],
  ['an attribute', '[disabled]{color:red}'],
  ['an attribute with its value', '[data-tone=calm]{color:red}'],
  ['the beginning of a value', '[data-tone^=ot]{color:red}'],
  ['a state that needs no script', '.button:hover::after{color:red}'],
  ['what can be opened without a script', '.page[open]{color:red}'],
  ['one selector of a list', '.absent,.button{color:red}'],
  ['what is not there only as one of several', '.page :is(.absent,.button:not(.absent)){color:red}'],
  ['what must not be there', '.button:not(.absent){color:red}'],
  ['what may be within', '.page:has(.absent){color:red}'],
  ['an animation', '@keyframes turn{to{rotate:1turn}}'],
  ['a condition', '@media (width<=30em){.button{color:red}}'],
])('%s comes first', (_, css) => {
  expect(splitStyles(css, [PAGE])).toEqual({ first: css, later: '' });
});

test.each([
  ['a class', '.absent{color:red}'],
  ['a class beside another', '.button.absent{color:red}'],
  ['a class around another', '.absent .button{color:red}'],
  ['an attribute', '.button[data-pending]{color:red}'],
  ['a value', '[data-tone="error"] .button{color:red}'],
  ['each selector of a list', '.absent,.page.absent{color:red}'],
  ['a condition around it', '@media (width<=30em){@supports (gap:0){.absent{color:red}}}'],
  ['what is for paper', '@media print{.button{color:red}}'],
  ['what is for paper, under a condition', '@supports (gap:0){@media print{.button{color:red}}}'],
])('rules for what is not in the page are later: %s', (_, css) => {
  expect(splitStyles(css, [PAGE])).toEqual({ first: '', later: css });
});

test('rules keep their order, and a condition is in both parts', () => {
  const css =
    '.absent{gap:0}@media (width<=30em){.page{gap:1em}.absent{gap:2em}}.page{gap:3em}.absent{gap:4em}';
  expect(splitStyles(css, [PAGE])).toEqual({
    first: '@media (width<=30em){.page{gap:1em}}.page{gap:3em}',
    later: '.absent{gap:0}@media (width<=30em){.absent{gap:2em}}.absent{gap:4em}',
  });
});

test('rules for what one of the pages contains are first', () => {
  expect(splitStyles('.absent{gap:0}', [PAGE, '<p class="absent">'])).toEqual({
    first: '.absent{gap:0}',
    later: '',
  });
});

test('rules for replaced colors are later if requested', () => {
  const css = '@media (forced-colors: active){.button{border-color:buttontext}}';
  expect(splitStyles(css, [PAGE], [FORCED_COLORS])).toEqual({ first: '', later: css });
});
