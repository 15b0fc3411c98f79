/** The texts of a point's screen, loaded with the first point. */
export { default as texts } from '../../../locales/zhCN/companionPoint.json';
