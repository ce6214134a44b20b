/**
 * Runs inside a prerendered page from its first moment: notes the button that is pressed before the script is there,
 * which presses it again (`src/app/early-press.ts`).
 */
export const EARLY_PRESS = `<script>addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('button[type=button]:not([popovertarget])');if(b&&!window.isTakenOver)window.earlyPress=b},true)</script>`;
