/** Lets a style set one of our CSS variables: `style={{ '--p': '40%' }}`. */
import 'react';

declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
