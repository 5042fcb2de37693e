import { type CSSVariablesResolver, createTheme, type MantineThemeOverride, rem } from '@mantine/core';

/** One accent colour, system fonts, five sizes of text, steps of four pixels: content first. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(15), lg: rem(17), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { sm: rem(6), md: rem(8), lg: rem(12) },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(28), lineHeight: '1.25' },
      h2: { fontSize: rem(24), lineHeight: '1.3' },
      h3: { fontSize: rem(20), lineHeight: '1.35' },
      h4: { fontSize: rem(17), lineHeight: '1.4' },
      h5: { fontSize: rem(15), lineHeight: '1.45' },
    },
  },
  components: {
    // A menu holds nothing but its items (WAI-ARIA, menu).
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Paper: { defaultProps: { radius: 'lg' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        // A dialog's <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontWeight: 650 } },
      },
    },
  },
  white: '#ffffff',
  black: '#1c1d1f',
  colors: {
    accent: [
      '#e9f0fb',
      '#cfdff6',
      '#a9c6f0',
      '#8ab6ff',
      '#7aa9f7',
      '#3b78cf',
      '#1d5fbf',
      '#174e9e',
      '#123f80',
      '#0b2c5c',
    ],
    dark: [
      '#e8e9eb',
      '#cdd0d5',
      '#a9adb5',
      '#8b8f98',
      '#4a4e56',
      '#34373d',
      '#25272c',
      '#141518',
      '#1c1e22',
      '#0f1012',
    ],
  },
});

/** The library's defaults for soft text are too faint to be read by everybody (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a5c60',
    '--mantine-color-placeholder': '#6b6d72',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#dcdfe4',
    '--mantine-color-orange-light': '#fdf3e4',
    '--mantine-color-orange-light-color': '#8f4a00',
    '--mantine-color-teal-light-color': '#1b6e42',
  },
  dark: {
    '--mantine-color-dimmed': '#a9adb5',
    '--mantine-color-placeholder': '#9a9ea7',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-default-border': '#34373d',
    '--mantine-color-orange-light': '#2d2417',
    '--mantine-color-orange-light-color': '#f2b867',
  },
});
