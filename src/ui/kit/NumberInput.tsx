/** A field for a number. Its text is kept by whoever renders it, since it may be no number yet. */
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'inputMode'> {
  readonly text: string;
  /** null: the field is empty. Not called while the text is no number. */
  readonly onNumber: (value: number | null) => void;
  /** Called after `onNumber`. */
  readonly onText: (text: string) => void;
}

export function NumberInput({ text, onNumber, onText, ...rest }: NumberInputProps) {
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      value={text}
      onChange={(typed) => {
        const number = Number(typed.replace(',', '.'));
        if (typed.trim() === '') onNumber(null);
        else if (Number.isFinite(number)) onNumber(number);
        onText(typed);
      }}
    />
  );
}
