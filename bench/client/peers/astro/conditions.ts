/** Shows the questions whose condition holds. What is hidden is neither required nor sent. */
function show(form: HTMLFormElement): void {
  const answers = new FormData(form);
  for (const question of form.querySelectorAll<HTMLFieldSetElement>('fieldset[data-key]')) {
    const { key = '', values = '[]' } = question.dataset;
    const expected: unknown = JSON.parse(values);
    const isShown = Array.isArray(expected) && expected.includes(answers.get(key));
    question.hidden = !isShown;
    question.disabled = !isShown;
  }
}

const form = document.querySelector('form');
if (form) {
  form.addEventListener('change', () => show(form));
  show(form);
}
