/** For each text that the browser has translated, the element that has replaced it. */
const stands = new WeakMap<Node, Node>();

/**
 * Lets the browser translate the page. The browser replaces texts by `font` elements, while React still changes,
 * removes and inserts texts: that would fail, or the old words would stay (react/react#11538). A text that React
 * touches is restored, so that the browser translates it again.
 */
export function bearTranslation(): void {
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      bringBack(target);
      const stand = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      for (const text of removedNodes) {
        if (!stand || !(text instanceof Text)) continue;
        stands.set(text, stand);
        // The browser may change a text within its own element.
        if (!text.isConnected) observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    insertBefore(this: Node, node: Node, before: Node | null) {
      return insertBefore.call(this, node, childOf(this, before));
    },
    removeChild(this: Node, node: Node) {
      return childOf(this, node) ? removeChild.call(this, node) : node;
    },
  });
}

/** Returns the node, restored if necessary; null for a text that is not in this parent. */
function childOf(parent: Node, node: Node | null): Node | null {
  if (!(node instanceof Text) || node.parentNode === parent) return node;
  bringBack(node);
  return node.parentNode === parent ? node : null;
}

function bringBack(text: Node): void {
  const stand = stands.get(text);
  stand?.parentNode?.replaceChild(text, stand);
}
