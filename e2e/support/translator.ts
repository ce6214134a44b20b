import type { Page } from 'playwright/test';

/**
 * Translates the page as browsers do, now and whenever it changes: an element with other words replaces each text.
 */
export async function translates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const own = new WeakSet<Node>();
    const translate = (root: Node) => {
      const texts: Text[] = root instanceof Text ? [root] : [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node instanceof Text) texts.push(node);
      for (const text of texts) {
        const isOurs = own.has(text) || text.data.trim() === '' || !text.isConnected;
        if (isOurs || text.parentElement?.closest('script, style, textarea, option')) continue;
        const words = document.createTextNode(`«${text.data}»`);
        own.add(words);
        const font = document.createElement('font');
        font.append(document.createElement('font'));
        font.firstElementChild?.append(words);
        text.replaceWith(font);
      }
    };
    document.documentElement.className = 'translated-ltr';
    translate(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        for (const node of type === 'childList' ? addedNodes : [target]) translate(node);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
