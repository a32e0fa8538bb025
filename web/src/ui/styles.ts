import "./core/tokens.css";
import "virtual:theme-variables.css";
import "virtual:mantine-variables.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "./fonts.css";
import "./base.css";
