/** The bar of pending Stops in a separate chunk: it is also used without the frame. */
export { StopBar } from '../ui/shell/StopBar.tsx';
