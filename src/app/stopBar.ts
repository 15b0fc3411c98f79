/** The bar of pending Stops in a chunk of its own: wanted where no frame is, too. */
export { StopBar } from '../ui/shell/StopBar.tsx';
