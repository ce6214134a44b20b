/** In the file of the packages, so that React evaluates with them and not in the first task of our own code. */
import 'react-dom/client';
