import { defaultTheme, themes } from "@clanhall/contract/themes";

const colors = themes[defaultTheme].colors;

export const docsStyles = `
body{margin:0;background:${colors["surface-light"]};color:${colors["text-primary"]};font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1,h2,h3,h4{font-family:Georgia,serif;line-height:1.2}
h2{margin-top:2.5rem}
h3{margin-top:1.75rem}
a{color:${colors.primary}}
a,code,td,dd{overflow-wrap:anywhere}
nav{background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:10px;padding:.5rem 1rem}
nav li{padding:.2rem 0}
nav ul ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none;padding:0}
dt{margin-top:1rem;font-weight:600}
dd{margin:0}
dd ul{padding-left:1.25rem}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid ${colors["surface-grey"]};padding:.4rem .75rem .4rem 0;text-align:left;vertical-align:top;font-weight:400}
thead th{font-weight:600}
details{background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:10px;margin:.5rem 0;padding:.6rem .9rem}
summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
summary b{min-width:4rem;color:${colors.primary};font-size:.85rem}
summary code{font-weight:600}
summary span{color:${colors["text-secondary"]};font-size:.9rem}
pre{background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:8px;padding:.75rem;max-height:28rem;overflow:auto;font-size:.8rem}
details pre{background:${colors["surface-light"]}}
`;
