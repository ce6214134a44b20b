// Completes a prerendered page if one of its scripts failed to load. The page is not reloaded, so typed text is kept.
// A browser keeps a failed script as failed. So all scripts are fetched from a second address.
async function completePage() {
  const FIRST_WAIT_MS = 1000;
  const LONGEST_WAIT_MS = 30_000;

  const notice = document.createElement('aside');
  notice.className = 'no-script';
  notice.setAttribute('role', 'alert');
  document.querySelector('#late')?.remove();
  document.body.prepend(notice);
  const giveUp = () => {
    notice.textContent =
      'This page cannot be completed. Please note down what you have typed, and load the page again.';
  };
  // A second run cannot help: the browser keeps failed scripts of the second address as failed, too.
  if (globalThis.isRescued === true) return giveUp();
  globalThis.isRescued = true;
  notice.textContent =
    'A part of this page has not come yet. What you type is not saved until it has. Please keep the page open.';

  const addressesIn = (parts) => {
    const named = [...parts].flatMap((part) => part.outerHTML.match(/\/assets\/[\w-]+\.js/g) ?? []);
    return [...new Set(named)].map((address) => address.replace('/assets/', '/assets/again/'));
  };
  const start = addressesIn(document.querySelectorAll('script[type="module"]'));
  // In a page from the service worker, the links to the other scripts have another type.
  const addresses = addressesIn(document.querySelectorAll('script[type="module"], link'));

  const haveAllCome = async () => {
    try {
      const answers = await Promise.all(addresses.map((address) => fetch(address)));
      return answers.every(({ ok, headers }) => ok && headers.get('content-type').includes('javascript'));
    } catch {
      return false;
    }
  };

  for (let wait = FIRST_WAIT_MS; !(await haveAllCome()); wait = Math.min(2 * wait, LONGEST_WAIT_MS))
    await new Promise((resolve) => setTimeout(resolve, wait));
  try {
    // This imports the others, and has the page completed once more if one of them fails.
    for (const address of start) await import(address);
    notice.remove();
  } catch {
    giveUp();
  }
}

void completePage();
