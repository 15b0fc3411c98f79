/** The words of a point's screen, which come with the first point. */
export { default as words } from '../../../locales/enUS/companionPoint.json';
